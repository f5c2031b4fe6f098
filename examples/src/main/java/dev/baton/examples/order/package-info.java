/** Tasks of one key that run one after the other, as they were committed. */
@NullMarked
package dev.baton.examples.order;

import org.jspecify.annotations.NullMarked;
