/** Operators' views of tasks and changes to them. */
@NullMarked
package dev.baton.cassandra.operate;

import org.jspecify.annotations.NullMarked;
