/** The node of a Quarkus application, from start to stop. Applications don't use this package. */
@NullMarked
package dev.baton.quarkus.runtime;

import org.jspecify.annotations.NullMarked;
