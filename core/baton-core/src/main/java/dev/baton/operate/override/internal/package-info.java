/** What explanations are made with. Not for applications: it may change at any time. */
@NullMarked
package dev.baton.operate.override.internal;

import org.jspecify.annotations.NullMarked;
