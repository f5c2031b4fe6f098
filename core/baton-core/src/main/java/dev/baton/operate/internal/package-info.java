/** Values that operators read, as Baton makes them. */
@NullMarked
package dev.baton.operate.internal;

import org.jspecify.annotations.NullMarked;
