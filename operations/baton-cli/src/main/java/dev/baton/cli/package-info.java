/**
 * The operators' command line. A command calls an {@link dev.baton.cli.client.OperationsClient},
 * which uses a service's REST interface or the database itself. The command prints the response: a
 * table for people, or the JSON of the REST interface for scripts.
 */
@NullMarked
package dev.baton.cli;

import org.jspecify.annotations.NullMarked;
