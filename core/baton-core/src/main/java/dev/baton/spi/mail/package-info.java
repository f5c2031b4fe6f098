/** What a store without transactions does for signals that handlers await by their names. */
@NullMarked
package dev.baton.spi.mail;

import org.jspecify.annotations.NullMarked;
