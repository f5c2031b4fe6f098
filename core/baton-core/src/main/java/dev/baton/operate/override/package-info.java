/** Overrides, with which an operator replaces limits, rates and retries in code at run time. */
@NullMarked
package dev.baton.operate.override;

import org.jspecify.annotations.NullMarked;
