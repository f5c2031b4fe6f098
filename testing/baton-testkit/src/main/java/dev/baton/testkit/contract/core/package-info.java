/** What every store of tasks must do. */
@NullMarked
package dev.baton.testkit.contract.core;

import org.jspecify.annotations.NullMarked;
