/** DBOS as a contender, in a separate module because of its libraries. */
@NullMarked
package dev.baton.benchmarks.dbos;

import org.jspecify.annotations.NullMarked;
