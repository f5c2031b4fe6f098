/** What the extension does while an application is built: it finds the methods that run tasks. */
@NullMarked
package dev.baton.quarkus.deployment;

import org.jspecify.annotations.NullMarked;
