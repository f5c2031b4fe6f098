/** Two Batons in one service, each with its own database. */
@NullMarked
package dev.baton.examples.twodatabases;

import org.jspecify.annotations.NullMarked;
