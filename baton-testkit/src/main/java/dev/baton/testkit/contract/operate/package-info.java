/** What stores of what operators set must do. */
@NullMarked
package dev.baton.testkit.contract.operate;

import org.jspecify.annotations.NullMarked;
