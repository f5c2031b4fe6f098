/** Micro-benchmarks; they are in the packages of what they measure. */
@NullMarked
package dev.baton.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
