/** Events of a node, apart from the runs of handlers. */
@NullMarked
package dev.baton.operate.event;

import org.jspecify.annotations.NullMarked;
