/**
 * The operators' command line. A command asks a {@link dev.baton.cli.client.OperationsClient},
 * which is a service's REST interface or the database itself, and prints the answer: a table for
 * people, or the answer as it is, in the words of the REST interface, for scripts.
 */
@NullMarked
package dev.baton.cli;

import org.jspecify.annotations.NullMarked;
