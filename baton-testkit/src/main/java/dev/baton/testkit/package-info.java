/** In-memory seams and contract suites for adapters. */
@NullMarked
package dev.baton.testkit;

import org.jspecify.annotations.NullMarked;
