/**
 * The commands' access to tasks: through the REST interface of a service, or through the same
 * interface in this process, directly on the database.
 */
@NullMarked
package dev.baton.cli.client;

import org.jspecify.annotations.NullMarked;
