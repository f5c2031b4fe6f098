/** Classes that other modules of Baton use. */
@NullMarked
package dev.baton.operate.internal;

import org.jspecify.annotations.NullMarked;
