/** Whole nodes on real databases. */
@NullMarked
package dev.baton.jdbc.hsqldb;

import org.jspecify.annotations.NullMarked;
