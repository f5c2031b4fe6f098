/**
 * The works, one class each: what the processes of a trial are told to do, and which figures come
 * of it.
 */
@NullMarked
package dev.baton.benchmarks.work;

import org.jspecify.annotations.NullMarked;
