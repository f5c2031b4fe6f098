/** The contract of every task store. */
@NullMarked
package dev.baton.tck.contract.core;

import org.jspecify.annotations.NullMarked;
