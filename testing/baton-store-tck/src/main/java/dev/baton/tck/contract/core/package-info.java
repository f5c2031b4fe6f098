/** What every store of tasks must do. */
@NullMarked
package dev.baton.tck.contract.core;

import org.jspecify.annotations.NullMarked;
