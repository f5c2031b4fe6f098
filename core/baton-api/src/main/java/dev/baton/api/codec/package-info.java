/** How payloads are written and read: codecs, compression, and the form that is stored. */
@NullMarked
package dev.baton.api.codec;

import org.jspecify.annotations.NullMarked;
