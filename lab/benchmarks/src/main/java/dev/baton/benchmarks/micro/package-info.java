/** Starts the micro-benchmarks, which are in the packages of the measured classes. */
@NullMarked
package dev.baton.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
