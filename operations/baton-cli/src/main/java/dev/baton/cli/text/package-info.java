/**
 * What people and scripts read and write: tables, JSON, times and failures, without secrets in any
 * of them.
 */
@NullMarked
package dev.baton.cli.text;

import org.jspecify.annotations.NullMarked;
