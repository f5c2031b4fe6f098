/** A proxy in front of a database that cuts, delays and stops the traffic. */
@NullMarked
package dev.baton.local.proxy;

import org.jspecify.annotations.NullMarked;
