"""A forecast of a whole fight: it is played out many times by the rules it will be played with.

``opening`` says where the fights begin, ``playing`` plays one out, ``forecast`` adds up what they
came to, ``work`` hands them to those that play them: this process, several, or other machines.
"""
