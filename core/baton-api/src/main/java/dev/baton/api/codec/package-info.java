/** Converts payloads to their stored form: codecs and compression. */
@NullMarked
package dev.baton.api.codec;

import org.jspecify.annotations.NullMarked;
