/** Input and output of the commands: tables, JSON, times and failures, without secrets. */
@NullMarked
package dev.baton.cli.text;

import org.jspecify.annotations.NullMarked;
