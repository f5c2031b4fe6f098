/** A proxy before a database that cuts, delays and stops what it passes on. */
@NullMarked
package dev.baton.local.proxy;

import org.jspecify.annotations.NullMarked;
