/** Tasks of one key that run one after the other, in commit order. */
@NullMarked
package dev.baton.examples.order;

import org.jspecify.annotations.NullMarked;
