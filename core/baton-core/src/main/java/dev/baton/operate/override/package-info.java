/**
 * Overrides of limits, rates and retries that an operator sets at run time in place of the values
 * in code.
 */
@NullMarked
package dev.baton.operate.override;

import org.jspecify.annotations.NullMarked;
