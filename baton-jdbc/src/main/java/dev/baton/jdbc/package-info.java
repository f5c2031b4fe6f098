/** The task store on a relational database. */
@NullMarked
package dev.baton.jdbc;

import org.jspecify.annotations.NullMarked;
