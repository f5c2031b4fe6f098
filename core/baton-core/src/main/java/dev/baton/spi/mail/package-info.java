/** Storage of the signals that handlers await by name, for stores without transactions. */
@NullMarked
package dev.baton.spi.mail;

import org.jspecify.annotations.NullMarked;
