@NullMarked
package dev.baton.test;

import org.jspecify.annotations.NullMarked;
