/** What stores must do for those who look at tasks, mend them, and set what nodes follow. */
@NullMarked
package dev.baton.tck.contract.operate;

import org.jspecify.annotations.NullMarked;
