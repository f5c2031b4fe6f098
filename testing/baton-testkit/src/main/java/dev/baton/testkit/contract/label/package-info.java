/** What labels must lead to, on every store. */
@NullMarked
package dev.baton.testkit.contract.label;

import org.jspecify.annotations.NullMarked;
