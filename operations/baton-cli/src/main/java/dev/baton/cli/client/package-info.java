/**
 * How the commands reach the tasks: by a service's REST interface, or by the same interface in this
 * process, straight on the database.
 */
@NullMarked
package dev.baton.cli.client;

import org.jspecify.annotations.NullMarked;
