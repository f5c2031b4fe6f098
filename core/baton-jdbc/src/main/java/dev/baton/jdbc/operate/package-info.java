/**
 * The reads and changes of operators in a relational database: searches, changes with their audit,
 * statistics and incidents.
 */
@NullMarked
package dev.baton.jdbc.operate;

import org.jspecify.annotations.NullMarked;
