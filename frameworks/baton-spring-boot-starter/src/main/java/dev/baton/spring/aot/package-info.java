/** Native image hints for the classes that an application's tasks carry as JSON. */
@NullMarked
package dev.baton.spring.aot;

import org.jspecify.annotations.NullMarked;
