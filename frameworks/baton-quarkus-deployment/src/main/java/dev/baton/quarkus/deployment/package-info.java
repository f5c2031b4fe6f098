/** The build-time part of the extension: it finds the methods that run tasks. */
@NullMarked
package dev.baton.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
