/** Events of a node for metrics, logs and operators. */
@NullMarked
package dev.baton.operate.event;

import org.jspecify.annotations.NullMarked;
