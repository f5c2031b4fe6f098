/** Contracts of the stores with which operators read and repair tasks and set overrides. */
@NullMarked
package dev.baton.tck.contract.operate;

import org.jspecify.annotations.NullMarked;
