/** Two Batons in one service, each with a database of its own. */
@NullMarked
package dev.baton.examples.twodatabases;

import org.jspecify.annotations.NullMarked;
