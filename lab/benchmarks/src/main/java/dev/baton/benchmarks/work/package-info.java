/**
 * The works, one class each: the commands to the processes of a trial, and the figures that result.
 */
@NullMarked
package dev.baton.benchmarks.work;

import org.jspecify.annotations.NullMarked;
