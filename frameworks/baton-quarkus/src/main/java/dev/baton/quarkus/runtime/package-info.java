/** The node of a Quarkus application, from its start to its stop. Applications don't use it. */
@NullMarked
package dev.baton.quarkus.runtime;

import org.jspecify.annotations.NullMarked;
