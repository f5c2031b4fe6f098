/** What happens on a node besides the runs of handlers. */
@NullMarked
package dev.baton.operate.event;

import org.jspecify.annotations.NullMarked;
