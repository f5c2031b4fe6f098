/** Formats explanations. Not for applications: this package may change at any time. */
@NullMarked
package dev.baton.operate.override.internal;

import org.jspecify.annotations.NullMarked;
