/** DBOS as a contender, apart from the others because of its libraries. */
@NullMarked
package dev.baton.benchmarks.dbos;

import org.jspecify.annotations.NullMarked;
